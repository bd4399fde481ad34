import { describe, expect, it } from 'vitest';
import { AUDIENCES, ROLE } from '#machines/contract/entities.ts';
import {
  audienceLabel,
  audienceOf,
  audienceOfType,
  audienceType,
  otherAudience,
  roleName,
} from '#machines/contract/audience.ts';

describe('audience', () => {
  it('is studio for contestants, home for home viewers and none for admins', () => {
    expect(Object.values(ROLE).map(audienceOf)).toEqual([null, 'home', 'studio']);
  });

  it('is none for an unknown role', () => {
    expect([0, 4, Number.NaN].map(audienceOf)).toEqual([null, null, null]);
  });

  it('has one opposite', () => {
    expect(AUDIENCES.map(otherAudience)).toEqual(['home', 'studio']);
  });

  it('has a name on the wire that can be parsed back', () => {
    expect(AUDIENCES.map(audienceType)).toEqual(['contestant', 'home']);
    expect(AUDIENCES.map(audienceType).map(audienceOfType)).toEqual(AUDIENCES);
  });

  it('has a label', () => {
    expect(AUDIENCES.map(audienceLabel)).toEqual(['Studio', 'Home']);
  });
});

describe('roleName', () => {
  it('derives the player word from the brand', () => {
    const brand = { name: 'Quizzo', slug: 'quizzo' };
    expect(Object.values(ROLE).map((role) => roleName(role, brand))).toEqual([
      'Admin',
      'Home Viewer',
      'Quizzo Player',
    ]);
  });
});
