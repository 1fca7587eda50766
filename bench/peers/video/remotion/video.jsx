// Workload V as a Remotion composition.
import {
  AbsoluteFill,
  Audio,
  Composition,
  Img,
  interpolate,
  OffthreadVideo,
  Sequence,
  staticFile,
  useCurrentFrame,
} from 'remotion';
import { captionText, STATIC_CAPTION } from '../caption.mjs';

const SCENE_FRAMES = 90;
const EXAMPLE = { first_name: 'Ada', company: 'Northwind', title: 'CEO', avatar: 'avatar-00.jpg' };

export function Root() {
  return (
    <Composition
      id="V"
      component={Video}
      durationInFrames={SCENE_FRAMES * 4}
      fps={30}
      width={1280}
      height={720}
      defaultProps={{ scale: 1, caption: 'static', row: EXAMPLE }}
      calculateMetadata={({ props }) => ({ width: 1280 * props.scale, height: 720 * props.scale })}
    />
  );
}

function Video({ scale, caption, row = EXAMPLE }) {
  const scenes = [
    <Greeting key="greeting" row={row} />,
    <Clip key="clip" caption={caption} row={row} />,
    <Person key="person" row={row} />,
    <Picture key="end" src="end-card.jpg" />,
  ];
  return (
    <AbsoluteFill style={{ fontFamily: 'Inter', color: '#fff' }}>
      <AbsoluteFill
        style={{ width: 1280, height: 720, transform: `scale(${scale})`, transformOrigin: 'top left' }}
      >
        {scenes.map((scene, index) => (
          <Sequence key={scene.key} from={index * SCENE_FRAMES} durationInFrames={SCENE_FRAMES}>
            {scene}
          </Sequence>
        ))}
      </AbsoluteFill>
      <Audio src={staticFile('music.mp3')} />
    </AbsoluteFill>
  );
}

function Picture({ src }) {
  return <Img src={staticFile(src)} style={{ position: 'absolute', width: 1280, height: 720 }} />;
}

function Greeting({ row }) {
  const opacity = interpolate(useCurrentFrame(), [9, 27], [0, 1], {
    extrapolateLeft: 'clamp',
    extrapolateRight: 'clamp',
  });
  return (
    <AbsoluteFill>
      <Picture src="opening.jpg" />
      <Img
        src={staticFile('logo.png')}
        style={{ position: 'absolute', left: 64, top: 48, width: 220, height: 72 }}
      />
      <div style={{ ...line(320, 96, 700), left: 160, width: 960, textAlign: 'center', opacity }}>
        Hi {row.first_name}
      </div>
    </AbsoluteFill>
  );
}

function Clip({ caption, row }) {
  return (
    <AbsoluteFill>
      <OffthreadVideo src={staticFile('clip.mp4')} muted style={{ width: 1280, height: 720 }} />
      <div style={{ ...line(566, 34, 700), left: 140, width: 1000, textAlign: 'center' }}>
        {caption === 'static' ? STATIC_CAPTION : captionText(row.company)}
      </div>
    </AbsoluteFill>
  );
}

function Person({ row }) {
  return (
    <AbsoluteFill>
      <Picture src="person.jpg" />
      <Img
        src={staticFile(row.avatar)}
        style={{ position: 'absolute', left: 120, top: 250, width: 220, height: 220, borderRadius: '50%' }}
      />
      <div style={{ ...line(268, 44, 700), left: 390 }}>{row.company} × Acme</div>
      <div style={{ ...line(370, 26, 400), left: 390 }}>
        Plan ready for {row.first_name}, {row.title}
      </div>
    </AbsoluteFill>
  );
}

const line = (top, fontSize, fontWeight) => ({
  position: 'absolute',
  top,
  fontSize,
  fontWeight,
  whiteSpace: 'nowrap',
});
